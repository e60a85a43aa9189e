import { startSectionSeven } from './backEnd.ts';

const { url, calls } = await startSectionSeven({
  port: Number(process.env['PORT'] ?? 4500),
  clientDir: 'dist',
});
console.log(`${url}, account demo@example.com / demodemo`);
console.log(calls.join('\n'));
