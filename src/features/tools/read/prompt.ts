export const READ_PROMPT = `Reads a text file and shows it as \`number→line\`; number and arrow are not part of the file.
Reads up to 2,000 lines from the start unless \`offset\` and \`limit\` say otherwise; use them for long files. A file must be read before Edit or Write may change it. Directories, images and other binary files cannot be read.`
