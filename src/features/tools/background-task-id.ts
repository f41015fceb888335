import * as z from 'zod'

/** Names under which models know the id of a background task. */
const OTHER_NAMES = ['bash_id', 'shell_id', 'id'] as const

/** For {@link Tool.otherNames}: such a name is used, so nobody is told that it was ignored. */
export const TASK_ID_NAMES = Object.fromEntries(OTHER_NAMES.map(name => [name, 'task_id']))

/** An input whose `task_id` may come under one of its older names. */
export const withTaskId = <T extends z.ZodType>(input: T) =>
  z.preprocess(value => {
    if (typeof value !== 'object' || value === null || 'task_id' in value) return value
    const given = value as Readonly<Record<string, unknown>>
    const name = OTHER_NAMES.find(other => typeof given[other] === 'string')
    return name === undefined ? value : { ...given, task_id: given[name] }
  }, input)
