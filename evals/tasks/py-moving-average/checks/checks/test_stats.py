import unittest

from stats import moving_average


class MovingAverage(unittest.TestCase):
    def test_values(self):
        self.assertEqual(moving_average([2, 4, 6, 8], 2), [2, 3, 5, 7])

    def test_short(self):
        self.assertEqual(moving_average([3, 5], 5), [3, 4])

    def test_empty(self):
        self.assertEqual(moving_average([], 3), [])
