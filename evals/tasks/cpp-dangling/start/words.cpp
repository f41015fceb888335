#include "words.h"

#include <sstream>

std::string_view longest_word(std::string_view text) {
  std::istringstream in{std::string(text)};
  std::string word, best;
  static std::string kept;
  while (in >> word)
    if (word.size() > best.size()) best = word;
  kept = best;
  return kept;
}
