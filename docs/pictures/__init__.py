"""The pictures of the documentation, and what makes them: `python -m docs.pictures`."""
