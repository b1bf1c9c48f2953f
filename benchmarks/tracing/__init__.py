"""The painter's tables handed to a path tracer (Blender's Cycles): the same measures, another light."""
