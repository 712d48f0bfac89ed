import { expect, test } from 'vitest';
import { credentialRanges } from './credentials.ts';
import { redactSecrets } from './index.ts';
import { mayHoldSecret } from './secret-signs.ts';

// Put together here, so that no scanner takes this file for a leak.
const GITHUB = `ghp_${'aB3dE5gH'.repeat(4)}aB3d`;
const ANTHROPIC = `sk-ant-api03-${'aB3-eF6_'.repeat(11)}aB3eFAA`;

const JWT = { head: 'hbGciOi1', body: 'zdWIiOi1' };

test.each([
  ['a token of GitHub', `pushed with ${GITHUB} today`, GITHUB],
  ['a key of Anthropic', `export KEY=${ANTHROPIC}`, ANTHROPIC],
  ['a secret key of AWS', `AWS_SECRET_ACCESS_KEY=${'wJalrXUt'.repeat(5)}`, 'wJalrXUt'],
  ['a token of Slack', `xoxb-${'AbCdEfGh'.repeat(2)}-IjKl`, 'xoxb-'],
  ['a token of npm', `npm_${'aBcDeFgHi'.repeat(4)}`, 'npm_'],
  [
    'a key of SendGrid',
    `SG.${'aB3dE5gHiJk'.repeat(2)}.${'aB3dE5gHiJkLmNoPqRsTuV'.repeat(2).slice(1)}`,
    'SG.',
  ],
  ['a token of Shopify', `shpat_${'abcd1234'.repeat(4)}`, 'shpat_'],
  ['a key of Linear', `lin_api_${'aBcDeFgH'.repeat(5)}`, 'lin_api_'],
  ['a key of OpenAI', `sk-${'aBcDe'.repeat(4)}T3BlbkFJ${'aBcDe'.repeat(4)}`, 'T3Blbk'],
  ['a password in an address', 'see https://ann:qzjhunt@shop.example.org/x', 'qzjhunt'],
  ['a key of Stripe', `use sk_live_${'4eC39HqL'.repeat(3)} now`, 'sk_live_'],
  ['a token of GitLab', `push with glpat-${'AbCd12_e'.repeat(3)}`, 'glpat-'],
  ['a key of Google', `key AIza${'SyA12-4'.repeat(5)}.`, 'AIza'],
  ['a token of Claude', `sk-ant-oat01-${'aB3-eF6_'.repeat(11)}`, 'sk-ant-oat01'],
  ['a token of Hugging Face', `hf_${'aBcDeFg1'.repeat(4)}`, 'hf_'],
  ['a JSON Web Token', `got eyJ${JWT.head}.eyJ${JWT.body}.${'dozjgNry'.repeat(4)}`, 'dozjg'],
  ['a key of Azure', `EndpointSuffix=x;AccountKey=${'Eby8vdM0'.repeat(10)}Aw==`, 'Eby8vdM0'],
  ['a connection string', 'psql postgres://app:hunter22@db.example.org/x', 'hunter22'],
  [
    'an Authorization header',
    "curl -H 'Authorization: Bearer fake-token-123456'",
    'fake-token-123456',
  ],
  ['Basic credentials', 'authorization: Basic dXNlcjpwYXNz', 'dXNlcjpwYXNz'],
  ['a cookie', 'Cookie: session=abc123def456', 'abc123def456'],
  ['a password', 'DB_PASSWORD=correct-horse-9', 'correct-horse-9'],
  ['a short password', 'DB_PASSWORD=qzj', 'qzj'],
  ['a password of a container', '-e POSTGRES_PASSWORD=qzjhunt', 'qzjhunt'],
  ['a password in quotes', 'PASSWORD="correct horse\'s battery" make', 'battery'],
  ['a password in YAML', 'db:\n  password: qzjhunt\n  port: 1', 'qzjhunt'],
  ['a password in JSON', '{\n  "password": "qzjhunt",\n}', 'qzjhunt'],
  ['a password of a flag', 'mysql --password qzj -h db', 'qzj'],
  ['a password of a tight flag', 'mysql --password=qzj', 'qzj'],
  ['the user of curl', 'curl -s -u admin:qzj https://x.example', 'qzj'],
  ['the user of curl without a blank', 'curl -uroot:qzj x', 'qzj'],
  ['the user of curl in quotes', 'curl \\\n  --user "admin:qzj" x', 'qzj'],
  ['a connection string with pwd', 'Server=db;Uid=sa;Pwd=qzj;', 'qzj'],
  ['a passphrase', 'passphrase: qzj-hunt', 'qzj-hunt'],
  ['German', 'Das Passwort: qzj7', 'qzj7'],
  ['Spanish', 'la contraseña: qzj7 es nueva', 'qzj7'],
  ['French', 'le mot de passe : qzj7', 'qzj7'],
  ['Portuguese', 'senha: qzj7', 'qzj7'],
  ['Chinese', '数据库密码：qzj7，请勿外传', 'qzj7'],
  ['Japanese', 'パスワード：qzj7', 'qzj7'],
  ['every cookie', 'curl -H "Cookie: theme=dark; sid=qzj; x=qzj2" x', 'qzj'],
  ['a cookie in quotes', 'Cookie: a="b c"; sid=qzj7', 'qzj7'],
  [
    'a key without its end',
    `-----BEGIN RSA PRIVATE KEY-----\n${'aB3d'.repeat(16)}\nqzj7${'aB3d'.repeat(4)}\n`,
    'qzj7',
  ],
  ['a key in JSON', `"-----BEGIN PRIVATE KEY-----\\nqzj7${'aB3d'.repeat(9)}\\nx"`, 'qzj7'],
])('takes out %s', async (_, text, secret) => {
  expect(mayHoldSecret(text)).toBe(true);
  const { texts, counts } = await redactSecrets([text]);
  expect(texts[0]).not.toContain(secret);
  expect(texts[0]).toMatch(/\[secret:[\w-]+-1\]/);
  expect(Object.values(counts)).toEqual([1]);
});

test.each([
  'password: string',
  'password: string;\n  token: string | undefined',
  'password=$x',
  'PASSWORD="$x"',
  'password=%s and password = ?',
  'WHERE password=?',
  'password=<yours>',
  'install hf_transfer_and_more_modules and pypi-server-for-everybody',
  'password = getPassword()',
  'const password=getPassword()',
  'if (password == other9) return',
  'the password field must be longer',
  'password: must be at least 8 characters',
  'the token: expired an hour ago',
  'max token: 4096 in all',
  'password:\n  next: abc123',
  '密码：不能为空',
  '密码：至少8位',
  'log("password: " + name1)',
  'the flag --password is required, --token and others',
  '  --password   Password to use',
  'PWD=/home/me/x',
  'pwd=C:\\work',
  'date -u 12:30',
  'Cookie: must be set',
  '-----BEGIN PRIVATE KEY----- stands at the top',
  'const token = process.env.TOKEN',
  'Authorization: Bearer $TOKEN',
  'the secret: <your secret here>',
  'tokens: 120,100 of 200,000',
  'sha 0123456789abcdef0123456789abcdef01234567',
])('leaves alone: %s', async (text) => {
  expect((await redactSecrets([text])).texts).toEqual([text]);
});

test('gives one secret one placeholder, wherever it stands', async () => {
  const { texts, counts } = await redactSecrets([`a ${GITHUB} b`, 'plain', GITHUB]);
  expect(texts).toEqual(['a [secret:github-1] b', 'plain', '[secret:github-1]']);
  expect(counts).toEqual({ github: 1 });
});

test('leaves what was redacted before as it is', async () => {
  const once = await redactSecrets([
    `token: ${'a1B2'.repeat(5)} and ghp_${'aB3dE5gH'.repeat(4)}aB3d`,
  ]);
  const again = await redactSecrets(once.texts);
  expect(again).toEqual({ texts: once.texts, counts: {} });
});

test('a name at the end of one text takes nothing out of the next', async () => {
  const texts = ['What is the password:', 'abc-1234 is a ticket', 'authorization:', 'abc-1234'];
  expect((await redactSecrets(texts)).texts).toEqual(texts);
});

test('leaves what follows a key', async () => {
  const { texts } = await redactSecrets([
    `-----BEGIN PRIVATE KEY-----\n${'aB3d'.repeat(16)}\naB3d==\n-----END PRIVATE KEY-----\nkeep this`,
  ]);
  expect(texts[0]).toBe('[secret:privatekey-1]\nkeep this');
});

test.each([
  'password="',
  "password='",
  'cookie:',
  'curl -u a',
  ' -u a:',
  '--password ',
  '-----BEGIN PRIVATE KEY-----\n',
  'mot de passe ',
  '-----BEGIN PRIVATE KEY-----\naaaaaaaaaaaaaaaaaaaa\n',
  'a=;',
])('takes no time that grows with the square of a text of %j', (part) => {
  const { user } = process.cpuUsage();
  credentialRanges(part.repeat(40_000));
  // In µs: some ten times what it takes, a hundredth of what a square would.
  expect(process.cpuUsage().user - user).toBeLessThan(3_000_000);
});
