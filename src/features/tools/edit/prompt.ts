export const EDIT_PROMPT = `Replaces an exact piece of text in a file that has been read with Read.
\`old_string\` must match the file exactly, indentation included and without line numbers, and occur only once: add surrounding lines to make it unique, or set \`replace_all\`. An empty \`old_string\` creates a new file. Line endings and encoding of the file are kept.`
