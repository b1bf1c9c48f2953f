"""A table that is killed again and again, and somebody who remembers all that it had shown."""
