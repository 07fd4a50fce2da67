# Kobayakawa

component-number = { $number }
component-kamon = kamon

phase-draw = Draw or replace
phase-keep = Keep one card
phase-fight = Fight or pass

## Moves and what they ask for

move-draw = Draw a card
move-replace = Replace the Kobayakawa
move-keep = Keep the { $card }
    .card = Card to keep
move-fight = Fight
move-pass = Pass

## What happens

event-dealt = Round { $round } begins with { $first_seat }; the Kobayakawa is the { $kobayakawa }
    .private = Round { $round } begins with { $first_seat }; the Kobayakawa is the { $kobayakawa } and the card dealt is the { $own_card }
event-drew = { $seat } drew a card
    .private = { $seat } drew the { $own_card }
event-kept = { $seat } kept a card and laid the { $discard } face up
    .private = { $seat } kept the { $own_card } and laid the { $discard } face up
event-replaced = { $seat } replaced the Kobayakawa: it is the { $kobayakawa } now and was the { $covered }
event-fought =
    { $stake ->
        [one] { $seat } stakes 1 kamon and fights
       *[other] { $seat } stakes { $stake } kamon and fights
    }
event-passed = { $seat } passes
event-round_over =
    { $fighters_n ->
        [0] Nobody fights: the centre’s share leaves the game
        [1] { $winner } fights alone and wins { $won } kamon
       *[other] The Kobayakawa is the { $kobayakawa }, the fighters are { $fighters }: { $winner } wins { $won } kamon
    }
item-fighters = { $seat } with { $total } (card { $card })
event-out = { $seat } has no kamon left and is out

## The end

result-most_kamon =
    { $winners_n ->
        [1] { $winners } wins with the most kamon: { $score }
       *[other] { $winners } win together with { $score } kamon each
    }
result-last_player = { $winners } wins: nobody else has any kamon

option-first_seat = Starting seat
    .about = The seat that starts the first round; without a choice it is drawn
