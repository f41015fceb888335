-- Drives `capstan acp` by CodeCompanion: answers the question about a change with its key, and prints what was asked.
vim.opt.rtp:prepend(vim.env.PLENARY)
vim.opt.rtp:prepend(vim.env.CODECOMPANION)
vim.cmd('runtime plugin/codecompanion.lua')
local capstan = function()
  return require('codecompanion.adapters').extend('claude_code', {
    name = 'capstan',
    commands = { default = { vim.env.CAPSTAN, 'acp' } },
    env = {},
  })
end
require('codecompanion').setup({
  adapters = { acp = { capstan = capstan } },
  interactions = { chat = { adapter = 'capstan' } },
})
vim.cmd('CodeCompanionChat')
local chat = require('codecompanion').last_chat()
local questions = require('codecompanion.interactions.chat.acp.request_permission')
local asked
local confirm = questions.confirm
questions.confirm = function(...)
  asked = select(2, ...)
  return confirm(...)
end
local say = function(...) io.stdout:write(table.concat({ ... }, ' '), '\n') end
local await = function(what, holds)
  if vim.wait(60000, holds, 20) then return end
  say('never', what, table.concat(vim.api.nvim_buf_get_lines(chat.bufnr, 0, -1, false), '\n'))
  vim.cmd('cquit')
end
local run = function(call) require('codecompanion.utils.async').sync(call)(function() end) end
await('connected', function() return chat.acp_connection and chat.acp_connection:is_connected() end)
local turn = function(text, key)
  asked = nil
  chat:add_buf_message({ role = 'user', content = text })
  run(function() chat:submit() end)
  await('asked', function() return asked end)
  local kinds = vim.tbl_map(function(option) return option.kind end, asked.options)
  say('kinds', table.concat(kinds, ' '), 'first', asked.tool_call.content[1] and asked.tool_call.content[1].type or '-')
  local pressed = false
  await('key', function()
    for _, map in ipairs(vim.api.nvim_buf_get_keymap(chat.bufnr, 'n')) do
      if not pressed and map.lhs == key and map.callback then
        pressed = true
        map.callback()
      end
    end
    return pressed
  end)
  await('written', function() return vim.fn.filereadable('one.txt') == 1 end)
end
turn('write one', vim.env.KEY)
vim.cmd('qall!')
