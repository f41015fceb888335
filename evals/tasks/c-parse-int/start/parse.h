int parse_int(const char *text, int *value);
