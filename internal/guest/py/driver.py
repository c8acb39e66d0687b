"""Placeholder overwritten by the driver."""
