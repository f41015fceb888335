def common(first, second):
    known = set(second)
    return [item for item in dict.fromkeys(first) if item in known]
