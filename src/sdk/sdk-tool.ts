import type * as z from 'zod'

/** What a tool answers: MCP content, such as `{ content: [{ type: 'text', text: 'done' }] }`. */
export interface ToolAnswer {
  readonly content: readonly (Readonly<Record<string, unknown>> & { readonly type: string })[]
  readonly isError?: boolean
  readonly structuredContent?: Readonly<Record<string, unknown>>
}

/** What a tool gets besides its input. */
export interface ToolExtra {
  /** Aborted when the call is cancelled. */
  readonly signal: AbortSignal
}

/** What is true of a tool whatever it is called with. */
export interface ToolAnnotations {
  readonly title?: string
  readonly readOnlyHint?: boolean
  readonly destructiveHint?: boolean
  readonly idempotentHint?: boolean
  readonly openWorldHint?: boolean
}

export type Shape = Readonly<Record<string, z.ZodType>>
export type InputOf<S extends Shape> = z.infer<z.ZodObject<S>>

export interface SdkTool<S extends Shape = Shape> {
  readonly name: string
  readonly description: string
  readonly inputSchema: S
  handler(input: InputOf<S>, extra: ToolExtra): Promise<ToolAnswer>
  readonly annotations?: ToolAnnotations
}
