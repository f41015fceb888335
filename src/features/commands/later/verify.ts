import type { Command } from '../../../protocol/command.ts'

export const verify: Pick<Command, 'run'> = {
  async run(args) {
    const what = args === '' ? 'the change you made last, or else what is not committed yet' : args
    return { kind: 'submit', text: `Verify: ${what}\n\n${PROMPT}` }
  },
}

const PROMPT = `Show that it works by running it the way its users do; tests and type checks are not enough. Change nothing in the project on the way.

1. Say in one sentence what should be different now, and for whom. If you cannot, ask.
2. Find how this project is run (its scripts, README, a skill for it): start the server and call it, run the command, render the page, call the library from a one-liner, or a scratch script outside the repository.
3. Try the main case, then the ones most likely to be wrong: empty and broken input, what was there before, a second run, what the change could have broken next door.
4. End everything you started and remove what you left behind.

Answer with a table: what you did (the exact command), what you saw, what you expected, pass or fail. Quote output; never report what you did not see. If something could not be run, say what is missing instead of guessing. Finish with one line: works, does not work, or could not be verified.`
