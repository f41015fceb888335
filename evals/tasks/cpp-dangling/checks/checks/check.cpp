#include "../words.h"

#include <cstdio>

int main() {
  const std::string first = "a longest b", second = "x considerably\nmore y";
  const auto one = longest_word(first);
  const auto two = longest_word(second);
  if (one != "longest" || two != "considerably") return std::puts("wrong words"), 1;
  if (one.data() < first.data() || one.data() >= first.data() + first.size()) return std::puts("no part of the text"), 1;
  if (longest_word("ab cd") != "ab") return std::puts("the first of several"), 1;
  return longest_word("  ").empty() ? 0 : 1;
}
