#include "words.h"

std::string_view longest_word(std::string_view text) {
  std::string_view best = text.substr(0, 0);
  for (size_t at = 0; at < text.size();) {
    const size_t begin = text.find_first_not_of(" \t\n\r\v\f", at);
    if (begin == std::string_view::npos) break;
    size_t end = text.find_first_of(" \t\n\r\v\f", begin);
    if (end == std::string_view::npos) end = text.size();
    if (end - begin > best.size()) best = text.substr(begin, end - begin);
    at = end;
  }
  return best;
}
