export const BASH_PROMPT = `Runs a bash command and returns its output, stdout and stderr together.
Each call is a new shell without a terminal or input; only the directory is kept, while it stays inside the working directories. Background processes end with the call. Quote paths with spaces. Join dependent commands with \`&&\`; make independent ones separate calls in one reply.
Prefer Read, Edit, Write, Glob and Grep over cat, sed, echo >, find and grep. Long output is saved to a file and shown shortened.`
