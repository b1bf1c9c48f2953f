// An imp's base, glued to the border plate: a reed or a Hall switch under a thin skin.
// Print it as it lies here, the hollow upwards, without supports; the switch is glued in from below.

include <sizes.scad>

switch = "reed";       // "reed" or "hall"

base_diameter = 27;    // the disc on the marker sheet
height = 6;
hollow = 1.2;          // how deep the foot stands in the base

// A magnet straight above the middle of a reed does not close it: both halves are pulled the same way.
// So the reed lies off the middle, along its own length.
reed_length = 14.5;
reed_thick = 2.4;
reed_shift = 4;

// TO-92, lying on its back.
hall_width = 4.4;
hall_length = 3.6;
hall_thick = 2;

module body() {
    difference() {
        cylinder(d = base_diameter, h = height);
        translate([0, 0, height - hollow])
            cylinder(d1 = imp_width + play, d2 = imp_width + play + 1, h = hollow + 0.01);
    }
}

module reed_slot() {
    deep = height - hollow - skin;
    translate([reed_shift - reed_length / 2, -reed_thick / 2, -0.01]) cube([reed_length, reed_thick, deep]);
    // The legs are bent down here.
    for (end = [-1, 1])
        translate([reed_shift + end * (reed_length / 2 + 0.2), 0, -0.01])
            cylinder(d = wire + 0.4, h = deep - 0.6);
}

module hall_pocket() {
    deep = height - hollow - skin;
    translate([-hall_width / 2, -hall_length / 2, -0.01]) cube([hall_width, hall_length, deep]);
    translate([-hall_width / 2, -base_diameter / 2, -0.01]) cube([hall_width, base_diameter / 2, hall_thick]);
}

module channel() {
    translate([-base_diameter / 2 - 1, -1.4, -0.01]) cube([base_diameter / 2 + 2, 2.8, 1.8]);
}

module imp_base() {
    difference() {
        body();
        if (switch == "reed") reed_slot(); else hall_pocket();
        channel();
    }
}

color("#7d63b8") imp_base();
