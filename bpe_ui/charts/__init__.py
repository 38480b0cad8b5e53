"""The charts of a training: data frames, and functions from a frame to an Altair chart."""
