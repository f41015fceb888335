import unittest

from intervals import merge


def plain(pairs):
    return [tuple(pair) for pair in pairs]


class Merge(unittest.TestCase):
    def test_overlap_and_touch(self):
        self.assertEqual(plain(merge([(8, 9), (1, 3), (2, 5), (5, 6)])), [(1, 6), (8, 9)])

    def test_inside(self):
        self.assertEqual(plain(merge([(1, 10), (2, 3)])), [(1, 10)])

    def test_nothing(self):
        self.assertEqual(plain(merge([])), [])

    def test_given_list_stays(self):
        given = [(4, 5), (1, 2)]
        merge(given)
        self.assertEqual(given, [(4, 5), (1, 2)])
