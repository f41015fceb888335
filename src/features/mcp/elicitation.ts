/** What a server asks the person in the middle of a call; all text is foreign. */
export type Elicitation =
  | {
      readonly mode?: 'form'
      readonly message: string
      readonly requestedSchema: {
        readonly properties: Readonly<Record<string, ElicitedField>>
        readonly required?: readonly string[]
      }
    }
  | { readonly mode: 'url'; readonly message: string; readonly url: string; readonly elicitationId: string }

/** One field of a form: a flat JSON schema. */
export interface ElicitedField {
  readonly type?: string
  readonly title?: string
  readonly description?: string
  readonly default?: unknown
  readonly enum?: readonly string[]
  readonly enumNames?: readonly string[]
  readonly oneOf?: readonly { readonly const: string; readonly title?: string }[]
  readonly items?: ElicitedField & {
    readonly anyOf?: readonly { readonly const: string; readonly title?: string }[]
  }
  readonly minimum?: number
  readonly maximum?: number
}

type ElicitedValue = string | number | boolean | string[]

export interface ElicitAnswer {
  readonly action: 'accept' | 'decline' | 'cancel'
  readonly content?: Readonly<Record<string, ElicitedValue>>
}

/** What the fields of a form hold when nobody changes them. */
export const defaultsOf = (request: Elicitation): NonNullable<ElicitAnswer['content']> =>
  'requestedSchema' in request
    ? Object.fromEntries(
        Object.entries(request.requestedSchema.properties).flatMap(([key, field]) =>
          field.default === undefined ? [] : [[key, field.default as ElicitedValue]],
        ),
      )
    : {}
