import * as z from 'zod'

/** The number of a task; `3` and `"#3"` count as `"3"`. */
export const taskId = () =>
  z.preprocess(
    value => (typeof value === 'number' ? String(value) : typeof value === 'string' ? bare(value) : value),
    z.string().regex(/^\d+$/, 'must be the number of a task'),
  )

const bare = (text: string): string => text.trim().replace(/^#/, '')
