// A dock before a seat: the imp's foot drops in, its magnet pulls it onto two sprung pins.
// Print it upside down, without supports: the floor is then a bridge of 19 mm. The washer and the pins go
// in from below.

include <sizes.scad>

cut_open = false;      // true shows half of it, for the picture
pins_shown = true;     // shows pins and washer, for the picture; they are not printed

outer_diameter = 36;
wall = 5;              // above the floor: guides the foot
floor_thick = 2.2;
room_below = 7;        // for the pins' ends and the cable
washer_diameter = 12;  // an M6 washer, steel: for the magnet to hold on to
washer_hole = 6.4;
washer_thick = 1.6;
pin_hole = 1.5;        // the sleeve of a sprung pin, 1.3 mm
pin_rises = 0.8;       // above the floor when nothing lies on it

height = room_below + floor_thick + wall;
top_of_floor = room_below + floor_thick;

module dock_ring() {
    difference() {
        union() {
            cylinder(d1 = outer_diameter + 4, d2 = outer_diameter, h = height - 1);
            translate([0, 0, height - 1]) cylinder(d1 = outer_diameter, d2 = outer_diameter - 2, h = 1);
        }
        // A funnel: a foot put down askew slides in.
        translate([0, 0, top_of_floor]) cylinder(d = imp_width + play, h = wall + 1);
        translate([0, 0, height - 2.5]) cylinder(d1 = imp_width + play, d2 = imp_width + play + 6, h = 2.51);
        translate([0, 0, -0.01]) cylinder(d = outer_diameter - 6, h = room_below);
        translate([0, 0, room_below - 0.02]) cylinder(d = washer_diameter + 2 * fit, h = washer_thick);
        for (x = [0, contact_radius]) translate([x, 0, -1]) cylinder(d = pin_hole + fit, h = height);
        // The cable's way out.
        translate([-outer_diameter, -3, -0.01]) cube([outer_diameter, 6, 4]);
        // Room to grip the imp.
        for (side = [-1, 1]) translate([0, side * outer_diameter / 2, height + 3]) sphere(d = 17);
        if (cut_open) translate([-50, -100, -1]) cube([100, 100, 100]);
    }
}

module sprung_pins() {
    for (x = [0, contact_radius]) translate([x, 0, 1]) {
        cylinder(d = pin_hole - 0.2, h = top_of_floor - 1.6);
        cylinder(d = 1, h = top_of_floor + pin_rises - 1.3);
        translate([0, 0, top_of_floor + pin_rises - 1.3]) sphere(d = 1);
    }
}

module washer() {
    translate([0, 0, room_below - 0.02]) difference() {
        cylinder(d = washer_diameter, h = washer_thick);
        translate([0, 0, -1]) cylinder(d = washer_hole, h = washer_thick + 2);
    }
}

color("#3f6fb5") dock_ring();
if (pins_shown) {
    color("#d9b23f") sprung_pins();
    color("#9aa0a6") washer();
}
