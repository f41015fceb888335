const text = { type: 'string' } as const
const message = { type: 'object', required: ['text'], properties: { text } } as const
const whole = (least: number) => ({ type: 'integer', minimum: least }) as const

/** What SARIF 2.1.0 says of the parts that are written here; nothing else may stand in them. */
export const SARIF_SCHEMA = {
  type: 'object',
  required: ['version', 'runs'],
  additionalProperties: false,
  properties: {
    $schema: { type: 'string', pattern: '^https://' },
    version: { enum: ['2.1.0'] },
    runs: {
      type: 'array',
      items: {
        type: 'object',
        required: ['tool', 'results'],
        additionalProperties: false,
        properties: {
          tool: {
            type: 'object',
            required: ['driver'],
            additionalProperties: false,
            properties: {
              driver: {
                type: 'object',
                required: ['name'],
                additionalProperties: false,
                properties: {
                  name: text,
                  semanticVersion: text,
                  rules: {
                    type: 'array',
                    uniqueItems: true,
                    items: {
                      type: 'object',
                      required: ['id'],
                      additionalProperties: false,
                      properties: { id: text, shortDescription: message },
                    },
                  },
                },
              },
            },
          },
          originalUriBaseIds: {
            type: 'object',
            additionalProperties: {
              type: 'object',
              properties: { description: message },
              additionalProperties: false,
            },
          },
          columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
          results: {
            type: 'array',
            items: {
              type: 'object',
              required: ['message'],
              additionalProperties: false,
              properties: {
                ruleId: text,
                ruleIndex: whole(-1),
                level: { enum: ['none', 'note', 'warning', 'error'] },
                message,
                locations: {
                  type: 'array',
                  items: {
                    type: 'object',
                    additionalProperties: false,
                    properties: {
                      physicalLocation: {
                        type: 'object',
                        required: ['artifactLocation'],
                        additionalProperties: false,
                        properties: {
                          artifactLocation: {
                            type: 'object',
                            additionalProperties: false,
                            properties: {
                              uri: { type: 'string', pattern: '^[^\\s\\\\]+$' },
                              uriBaseId: text,
                            },
                          },
                          region: {
                            type: 'object',
                            required: ['startLine'],
                            additionalProperties: false,
                            properties: { startLine: whole(1) },
                          },
                        },
                      },
                    },
                  },
                },
                partialFingerprints: { type: 'object', additionalProperties: text },
                properties: { type: 'object' },
              },
            },
          },
        },
      },
    },
  },
} as const
