import unittest

from overlap import common

COUNT = 0


class Item:
    """Counts how often it is compared."""

    def __init__(self, value):
        self.value = value

    def __hash__(self):
        return hash(self.value)

    def __eq__(self, other):
        global COUNT
        COUNT += 1
        return self.value == other.value


class Common(unittest.TestCase):
    def test_order(self):
        self.assertEqual(common([3, 1, 3, 2], [2, 3]), [3, 2])

    def test_effort(self):
        size = 2000
        common([Item(n) for n in range(size)], [Item(n) for n in range(size)])
        self.assertLess(COUNT, 20 * size)
