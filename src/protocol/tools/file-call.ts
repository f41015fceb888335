import { isObject } from '../../lib/is-object.ts'
import { textField } from '../../lib/values/read-field.ts'

/** Fields of what a call puts into a file. */
const WRITTEN = ['content', 'new_string', 'edits', 'new_source', 'edit_mode']

/** The file that a call names, by the fields that our tools and those of other programs have for it. */
export const fileOfCall = (input: unknown): string | undefined =>
  textField(input, 'file_path') ?? textField(input, 'notebook_path')

/** Whether a call changes the file it names, by the shape of its input: of tools of servers that says nothing. */
export const writesFile = (name: string, input: unknown): boolean =>
  !name.startsWith('mcp__') && isObject(input) && WRITTEN.some(field => field in input)
