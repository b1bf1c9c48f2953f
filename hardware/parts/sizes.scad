// Sizes that the printed parts share, in millimetres. Measure your own parts and change them here.

imp_width = 18;        // the foot's diameter, [imps] width_mm of the table file
play = 0.8;            // between a foot and the hollow it stands in
magnet_diameter = 8;
magnet_height = 3;
skin = 0.8;            // the thinnest wall: two layers of 0.4 mm, or four of 0.2 mm
contact_radius = 7.2;  // where a dock's outer pin touches the foot; the inner pin touches its middle
wire = 1.2;            // holes for wires and the legs of a resistor
fit = 0.2;             // what a printed hole comes out too small

$fn = 96;
