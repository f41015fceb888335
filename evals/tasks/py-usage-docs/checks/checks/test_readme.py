import re
import unittest

from convert import parser


class Readme(unittest.TestCase):
    def setUp(self):
        with open("README.md", encoding="utf8") as file:
            self.text = file.read()
        self.actions = [a for a in parser()._actions if a.option_strings and a.dest != "help"]

    def line(self, flag):
        return next((line for line in self.text.split("\n") if flag in line), "")

    def test_every_flag(self):
        for action in self.actions:
            line = self.line(action.option_strings[-1])
            self.assertTrue(line, action.option_strings)
            if not isinstance(action.default, bool):
                self.assertRegex(line, rf"\b{re.escape(str(action.default))}\b")

    def test_none_that_is_gone(self):
        known = {flag for action in self.actions for flag in action.option_strings}
        self.assertEqual(set(re.findall(r"(?<![-\w])--[a-z][a-z-]+", self.text)) - known, set())

    def test_flags_are_the_same(self):
        self.assertEqual(len(self.actions), 4)
