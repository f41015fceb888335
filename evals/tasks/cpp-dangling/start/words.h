#include <string>
#include <string_view>

/** The longest word of a text, the first of several, as a part of that text. */
std::string_view longest_word(std::string_view text);
