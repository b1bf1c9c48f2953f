#!/bin/sh
# Makes the pictures of the printed parts anew; needs OpenSCAD, and a display or xvfb.
set -eu
cd -- "$(dirname -- "$0")"

picture() {
    name=$1 camera=$2
    shift 2
    nice xvfb-run -a openscad -q -o "$name.png" --imgsize=640,480 --projection=p --colorscheme=Tomorrow \
        --camera="$camera" "$@"
}

picture imp_base 0,0,3,50,0,30,95 imp_base.scad
picture imp_base_below 0,0,3,145,0,30,95 imp_base.scad
picture imp_base_hall 0,0,3,145,0,30,95 -D 'switch="hall"' imp_base.scad
picture imp_foot 0,0,3,35,0,30,75 imp_foot.scad
picture imp_foot_below 0,0,-2,50,0,30,70 -D 'underside=true' imp_foot.scad
picture dock_ring 0,0,6,50,0,25,125 dock_ring.scad
picture dock_ring_open 0,0,6,70,0,15,125 -D 'cut_open=true' dock_ring.scad
