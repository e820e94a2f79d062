import { chakra, Text } from '@kargo/shared-runtime/ui';

/** A text alternative for the film, which has no sound (WCAG 1.2.1). */
export function Transcript() {
  return (
    <details>
      <chakra.summary minH="2.75rem" py="2" fontWeight={600} cursor="pointer">
        Read it instead
      </chakra.summary>
      <Text color="ink.600" mb="3">
        The film has no sound. It shows one delivery in the Kargo app, in four steps.
      </Text>
      <chakra.ol color="ink.600" ps="6" listStyleType="decimal">
        <li>Say where it goes: the pickup and drop-off addresses are typed in.</li>
        <li>Choose how fast: standard, express or scheduled. Express is picked and booked.</li>
        <li>Watch it on the map: the van drives to the door while the minutes count down.</li>
        <li>Signed for at the door: a signature is drawn, and the delivery is marked delivered.</li>
      </chakra.ol>
      <Text color="ink.600" mt="3">
        It ends with the words “Ready when you are” and a button to get the app.
      </Text>
    </details>
  );
}
