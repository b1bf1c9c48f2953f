"""What people build from: wiring pictures, connection tables and parts lists, all made from a pin map."""
