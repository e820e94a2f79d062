import { css } from '@kargo/shared-runtime/styles';
import { RouteLine } from '@kargo/shared-ui/drawing/RouteLine';
import { Columns } from '../Columns.tsx';
import { Portrait } from '../home/illustrations/Portrait.tsx';
import { Section, SectionHeading } from '../Section.tsx';
import { people, peoplePicture, story } from './content.ts';

export function Story() {
  return (
    <Section name="story" bg="paper">
      <Columns
        className={css({
          gridTemplateColumns: { lg: '6fr 6fr' },
          columnGap: { lg: '12', xl: '24' },
          rowGap: '12',
          alignItems: 'center',
        })}
      >
        <div>
          <SectionHeading>{story.heading}</SectionHeading>
          <div
            className={css({
              display: 'flex',
              flexDirection: 'column',
              gap: '6',
              mt: '6',
              maxW: 'prose',
              color: 'ink.600',
            })}
          >
            {story.paragraphs.map((paragraph, index) => (
              <p key={paragraph} className={css({ textStyle: index === 0 ? 'lead' : undefined })}>
                {paragraph}
              </p>
            ))}
          </div>
        </div>
        <PeopleIllustration />
      </Columns>
    </Section>
  );
}

function PeopleIllustration() {
  return (
    <div
      className={css({
        position: 'relative',
        overflow: 'hidden',
        px: { base: '6', sm: '8', xl: '12' },
        py: { base: '8', xl: '12' },
        bg: 'lilac',
        borderRadius: 'panel',
      })}
      role="img"
      aria-label={peoplePicture}
    >
      <RouteLine
        d="M-20 6C4 2 16 8 17 22s0 12 26 14 40 2 40 14-6 16-34 16S18 70 17 82s20 22 90 12"
        isStretched
        viewBox="0 0 100 100"
        className={css({ inset: '0', boxSize: 'full' })}
      />
      <div
        className={css({
          display: 'flex',
          position: 'relative',
          flexDirection: 'column',
          gap: { base: '8', xl: '12' },
        })}
        aria-hidden
      >
        {people.map(personCard)}
      </div>
    </div>
  );
}

function personCard({ name, part, says, image }: (typeof people)[number], index: number) {
  const isMirrored = index % 2 === 1;
  return (
    <div
      key={name}
      className={css({
        display: 'flex',
        flexDirection: isMirrored ? 'row-reverse' : 'row',
        alignItems: 'center',
        flexWrap: 'wrap',
        gap: { base: '3', sm: '6' },
        textAlign: isMirrored ? 'end' : 'start',
      })}
    >
      <div className={css({ borderRadius: 'card', boxShadow: '0 0 0 4px {colors.paper}' })}>
        <Portrait seed={image} name={name} />
      </div>
      <div
        className={css({
          flex: '1 1 7rem',
          maxW: 'max-content',
          px: { base: '4', sm: '6' },
          py: { base: '3', sm: '4' },
          bg: 'paper',
          borderRadius: 'card',
          boxShadow: 's',
        })}
      >
        <p className={css({ textStyle: 'title' })}>{says}</p>
        <p className={css({ color: 'ink.500', mt: '1' })}>{`${name} ${part}`}</p>
      </div>
    </div>
  );
}
