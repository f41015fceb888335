import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { clientPackage } from '../support/needs-program.ts'
import { openWorld, REPOSITORY } from '../support/run-program.ts'

const AI = clientPackage('ai/dist/index.js')
const PROVIDER = clientPackage('ai-sdk-provider-claude-code/dist/index.js')

/** What the test uses of a public library for models, and of its provider for programs of this kind. */
interface Ai {
  generateText(options: object): Promise<Generated>
  streamText(options: object): { readonly fullStream: AsyncIterable<Part>; readonly text: Promise<string> }
  generateObject(options: object): Promise<{ readonly object: unknown }>
  jsonSchema(schema: object): object
}
interface Generated {
  readonly text: string
  readonly finishReason: string
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number }
  readonly providerMetadata: Readonly<Record<string, { readonly sessionId: string }>>
}
interface Part {
  readonly type: string
  readonly toolName?: string
}
interface Provider {
  createClaudeCode(options: {
    readonly defaultSettings: object
  }): (model: string, settings?: object) => object
}

const load = async <T>(file: string | undefined): Promise<T> =>
  (await import(pathToFileURL(file ?? '').href)) as T

test.runIf(AI !== undefined && PROVIDER !== undefined)(
  'the AI SDK speaks to a session through its public provider: text, tools, an object, and once more',
  async () => {
    await using world = await openWorld({
      replies: [
        { when: { lastUserText: 'say hello' }, text: 'hello there', usage: { output_tokens: 4 } },
        { when: { lastUserText: 'make a file' }, tool: { name: 'Bash', input: { command: 'touch made' } } },
        { when: { toolResult: { tool: 'Bash' } }, text: 'it is made' },
        {
          when: { lastUserText: 'a city' },
          tool: { name: 'StructuredOutput', input: { city: 'Kyoto', people: 1_400_000 } },
        },
        { text: 'as before', repeat: true },
      ],
    })
    const ai = await load<Ai>(AI)
    const { createClaudeCode } = await load<Provider>(PROVIDER)
    const model = createClaudeCode({
      defaultSettings: {
        pathToClaudeCodeExecutable: join(REPOSITORY, 'bin/capstan'),
        cwd: world.project,
        env: world.env,
        logger: false,
      },
    })
    const said = await ai.generateText({ model: model('sonnet'), prompt: 'say hello' })
    expect(said).toMatchObject({ text: 'hello there', finishReason: 'stop' })
    expect(said.usage).toMatchObject({ outputTokens: 4 })
    const sessionId = said.providerMetadata['claude-code']?.sessionId

    const streamed = ai.streamText({
      model: model('sonnet', { resume: sessionId, allowedTools: ['Bash'] }),
      prompt: 'make a file',
    })
    const parts: Part[] = []
    for await (const part of streamed.fullStream) parts.push(part)
    expect(await streamed.text).toBe('it is made')
    expect(parts.filter(({ type }) => ['tool-call', 'tool-result'].includes(type))).toMatchObject([
      { type: 'tool-call', toolName: 'Bash' },
      { type: 'tool-result', toolName: 'Bash' },
    ])
    expect(existsSync(join(world.project, 'made'))).toBe(true)
    expect(JSON.stringify(world.server.requests.at(-1)?.body?.['messages'])).toContain('say hello')

    const { object } = await ai.generateObject({
      model: model('sonnet'),
      schema: ai.jsonSchema({
        type: 'object',
        properties: { city: { type: 'string' }, people: { type: 'number' } },
        required: ['city', 'people'],
        additionalProperties: false,
      }),
      prompt: 'a city',
    })
    expect(object).toEqual({ city: 'Kyoto', people: 1_400_000 })
  },
)
