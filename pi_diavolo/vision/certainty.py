"""How sure is sure, wherever values and colours of dice are weighed."""

# A value that is likelier than this is believed.
SURE = 0.99
# Colours and values less likely than this are not thought of.
THINKABLE = 0.004
# What may be a top face or not.
AS_WELL_AS_NOT = 0.5
