import * as z from 'zod'
import type { BothLanguages } from '../../protocol/tools/both-languages.ts'

/** Field kinds that forgive what models often get slightly wrong; whatever else is wrong stays an error. */

/** What a field is for, for the model. */
type About = string | BothLanguages

/** Marks the Chinese description of a field in the JSON schema; whoever describes the tool takes it out. */
export const CHINESE = 'chinese'

const isBlank = (value: unknown): boolean => value === null || value === undefined

/** An object whose unknown keys are dropped and whose `null` fields count as absent. */
export const fields = <S extends z.ZodRawShape>(shape: S) =>
  z.preprocess(
    value =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).filter(([, field]) => !isBlank(field)))
        : value,
    z.object(shape),
  )

/** What a check of ours says, in both languages. */
export const must = ({ en, zh }: BothLanguages) => ({ error: en, params: { zh } })

const NO_NUL = must({ en: 'must not hold a NUL byte', zh: '不能含有 NUL 字节' })

/** Text without NUL: no path, pattern or command can hold one. */
export const plainText = (about?: About) =>
  described(
    z.string().refine(text => !text.includes('\0'), NO_NUL),
    about,
  )

export const someText = (about?: About) =>
  described(
    z
      .string()
      .min(1)
      .refine(text => !text.includes('\0'), NO_NUL),
    about,
  )

/** A whole number; `"5"` counts as 5. */
export const whole = (bounds: { readonly min: number; readonly max?: number }, about?: About) => {
  const number = z.number().int().min(bounds.min)
  return z.preprocess(
    value => (typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value),
    described(bounds.max === undefined ? number : number.max(bounds.max), about),
  )
}

/** A list; one written as JSON text counts. */
export const listOf = <T extends z.ZodType>(
  item: T,
  bounds: { readonly min?: number; readonly max?: number } = {},
) => {
  const list = z.array(item).min(bounds.min ?? 0)
  return z.preprocess(
    value => (typeof value === 'string' && value.trimStart().startsWith('[') ? parseOr(value) : value),
    bounds.max === undefined ? list : list.max(bounds.max),
  )
}

const parseOr = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // Left as it is: the error then tells that a list was wanted.
    return text
  }
}

/** A yes or no; `"true"` counts as true. */
export const flag = (about?: About) =>
  z.preprocess(
    value => (value === 'true' ? true : value === 'false' ? false : value),
    described(z.boolean(), about),
  )

/** Of these fields, those that are given. */
export const givenOf = <I extends object>(
  input: I,
  names: readonly (keyof I & string)[],
): readonly string[] => names.filter(name => !isBlank(input[name]))

/** One of a few words. */
export const choice = <const V extends readonly [string, ...string[]]>(values: V, about?: About) =>
  described(z.enum(values), about)

/** Marks a field in the JSON schema; whoever describes the tool takes it out. */
export const UNTOLD = 'untold'

/** A field that a person, host or hook fills in. The model is not told of it; `fromModel` takes out what it writes there. */
export const untold = <T extends z.ZodType>(type: T): T => type.meta({ [UNTOLD]: true })

/** For a field of a kind that is not here: what `.meta` takes to describe it in both languages. */
export const fieldMeta = ({ en, zh }: BothLanguages) => ({ description: en, [CHINESE]: zh })

const described = <T extends z.ZodType>(type: T, about: About | undefined): T => {
  if (about === undefined || about === '') return type
  return typeof about === 'string' ? type.describe(about) : type.meta(fieldMeta(about))
}
