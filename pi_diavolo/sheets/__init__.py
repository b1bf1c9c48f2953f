"""The sheets to print: markers, the ChArUco board and the Order die's stickers, true to scale."""
