"""Intervals of numbers."""
