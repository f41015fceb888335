// A tool that runs in your process; the model calls it mcp__shop__price.
import { createSdkMcpServer, query, tool } from 'capstan-sdk'
import { z } from 'zod'

const prices = { apple: 3, pear: 4 }

const price = tool(
  'price',
  'Price of a fruit in cents',
  { fruit: z.enum(['apple', 'pear']) },
  async ({ fruit }) => ({
    content: [{ type: 'text', text: `${prices[fruit]} cents` }],
  }),
)

const run = query({
  prompt: 'What does a pear cost?',
  options: {
    mcpServers: { shop: createSdkMcpServer({ name: 'shop', tools: [price] }) },
    allowedTools: ['mcp__shop__price'],
  },
})
for await (const message of run) {
  if (message.type === 'user') console.log('tool said:', JSON.stringify(message.message.content))
  if (message.type === 'result') console.log(message.result)
}
