import type { Command } from '../../protocol/command.ts'

export const simplifyCommand: Command = {
  name: 'simplify',
  description: 'Simplify code without changing what it does',
  argumentHint: '[what to simplify]',
  group: 'work',
  headless: true,
  beside: true,
  bundled: true,
  async run(args) {
    const what =
      args === '' ? 'the code that was changed in this conversation, or else what is not committed yet' : args
    return { kind: 'submit', text: `Make simpler: ${what}\n\n${PROMPT}` }
  },
}

const PROMPT = `What it does stays exactly as it is: outputs, errors, interfaces that others use. Run the tests that cover it before you begin; if there are none, say so before you change anything.

Look for what can go away: code that nothing uses, the same thing said twice, a layer that only passes on, a case that cannot happen, a parameter with one value, a comment that repeats the line, a home-made version of something the project or its language has. Then for what can be said more plainly: names, nesting, long functions, flags that should be two functions.

Prefer deleting to moving and moving to adding. Make no change that is only a matter of taste, and none outside of what was asked for. Run the tests again. Then tell me in a few lines what became simpler and why, with the lines that went and came.`
