export const READ_PROMPT = `Reads a file and shows it as \`number→line\`; number and arrow are not part of the file.
Up to 2,000 lines from the start unless \`offset\` and \`limit\` say otherwise; use them for long files. Shows images, the text of PDF documents (\`pages\` for more than 10 pages) and notebooks (\`offset\` and \`limit\` count cells).`
