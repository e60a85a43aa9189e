import {
  answerDelivered,
  deliveredWork,
  type DeliveredCancel,
  type DeliveredRequest,
} from './deliveredWork.ts';

const answer = answerDelivered(deliveredWork(), (message, transfer) => postMessage(message, { transfer }));
addEventListener('message', ({ data }: MessageEvent<DeliveredRequest | DeliveredCancel>) => answer(data));
