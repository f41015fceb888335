export const BASH_PROMPT = `Runs a bash command and returns its output, stdout and stderr together.
Each call is a new shell without a terminal or input; only the directory is kept, while it stays inside the working directories. Processes left behind with & end with the call: use run_in_background, you are told when it ends. Quote paths with spaces. Join dependent commands with \`&&\`; make independent ones separate calls in one reply.
Prefer Read, Edit, Write, Glob and Grep over cat, sed, echo >, find and grep. Long output is saved to a file and shown shortened.`
