// The foot under an imp: a magnet, the imp's resistor, and two contact rings of copper foil underneath.
// Print it as it lies here, underside down. The resistor's legs come out through the two holes and are
// soldered to the foil: one to the middle disc, one to the outer ring.

include <sizes.scad>

underside = false;     // true turns it over, for the picture
foil = true;           // shows the copper, for the picture; it is not printed

height = 7;
foil_deep = 0.15;
disc_radius = 3.6;                        // the middle contact
ring_inside = contact_radius - 1.5;       // the outer contact
ring_outside = min(contact_radius + 1.6, imp_width / 2 - 0.2);
resistor_room = [7, 2.8];                 // length and thickness of a 1/4 W resistor

module ring(inside, outside, thick) {
    difference() {
        cylinder(r = outside, h = thick);
        translate([0, 0, -1]) cylinder(r = inside, h = thick + 2);
    }
}

module contacts(thick) {
    cylinder(r = disc_radius, h = thick);
    ring(ring_inside, ring_outside, thick);
}

module imp_foot() {
    difference() {
        cylinder(d = imp_width, h = height);
        translate([0, 0, -0.01]) contacts(foil_deep);
        translate([0, 0, skin + foil_deep]) cylinder(d = magnet_diameter + fit, h = height);
        // The resistor lies above the magnet, across the foot.
        translate([-resistor_room[0] / 2, -resistor_room[1] / 2, skin + magnet_height + 0.4])
            cube([resistor_room[0], resistor_room[1], height]);
        // One leg goes down to the outer ring …
        translate([0, -0.7, skin + magnet_height + 0.4]) cube([contact_radius + 0.7, 1.4, height]);
        translate([contact_radius, 0, -1]) cylinder(d = wire, h = height);
        // … the other down beside the magnet, and through a groove between the contacts to the disc.
        translate([-0.7, 0, skin + magnet_height + 0.4]) cube([1.4, magnet_diameter / 2 + 1.6, height]);
        translate([0, magnet_diameter / 2 + 0.8, -1]) cylinder(d = wire, h = height + 2);
        translate([-0.5, disc_radius - 1, -0.01]) cube([1, magnet_diameter / 2 + 1.8 - disc_radius, 0.6]);
    }
}

module shown() {
    color("#c9463d") imp_foot();
    if (foil) color("#d98d3f") translate([0, 0, -0.02]) contacts(foil_deep);
}

if (underside) rotate([180, 0, 0]) shown(); else shown();
