/** What the pictures of the documentation show: a retry that never gives up, what a model says about it, and the edit. */
export const SAMPLE_FILE = 'src/retry.ts'

export const SAMPLE_SOURCE = `export const retry = async (call: () => Promise<void>, limit: number) => {
  for (;;) {
    let attempt = 0
    try {
      return await call()
    } catch (error) {
      if (++attempt > limit) throw error
    }
  }
}
`

export const SAMPLE_FINDING = `The retry never stops, because \`attempt\` is reset **inside** the loop:

\`\`\`ts
for (;;) {
  let attempt = 0 // begins anew each time
  if (++attempt > limit) throw new Error('gave up')
}
\`\`\`
`

export const SAMPLE_EDIT = {
  file_path: SAMPLE_FILE,
  old_string: '  for (;;) {\n    let attempt = 0\n',
  new_string: '  let attempt = 0\n  for (;;) {\n',
}
