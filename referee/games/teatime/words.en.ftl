# Kmakici Family's Greatest Teatime

component-kmakici = Kmakici
component-kintaro = Kintaro
component-kapa = Ka-pa
component-sakana = Sakana
component-usagi-1 = Usagi 1
component-usagi-2 = Usagi 2
component-usagi-3 = Usagi 3
component-joined = { $first } & { $others }
component-ufo = UFO
component-sweet = sweet { $number }
component-chip =
    { $steaks ->
        [one] { $back } with 1 steak
       *[other] { $back } with { $steaks } steaks
    }

phase-play = Play cards or pass

## Moves and what they ask for

move-play = Lay a friend card: { $card }
    .card = Friend card to lay
move-ufo = Cover a card with a { component-ufo }
    .on = Card to cover
move-end_turn = End the turn
move-pass = Pass and take the steaks

## What happens

event-turn_began =
    { $may_pass ->
        [yes] It is the turn of { $seat }
       *[no] It is the turn of { $seat }, who has to lay a friend card
    }
event-reshuffled = The discards are shuffled into a new deck of { $deck }
event-drew = { $seat } drew a card
    .private = { $seat } drew this card: { $own_card }
event-played = { $seat } laid { $card }
event-covered = { $seat } covered { $card } with a { component-ufo }
event-completed =
    { $path ->
        [0] Complete! { $seat } takes the last chip of the path: { $sweet }
       *[other] Complete! { $seat } takes the first chip of the path: { $sweet }
    }
event-passed =
    { $forced ->
        [yes] { $seat } has no friend card to lay and takes the first chip: { $steaks ->
            [one] 1 steak
           *[other] { $steaks } steaks
        }
       *[no] { $seat } passes and takes the first chip: { $steaks ->
            [one] 1 steak
           *[other] { $steaks } steaks
        }
    }
event-cleared = The table is cleared; the same player goes on
event-ended_turn = { $seat } ends the turn

## The end

result-four_sweets = { $winners } has four different sweets and wins: the greatest teatime ever
result-fewest_steaks =
    { $winners_n ->
        [1] The path is empty, and { $winners } wins with the fewest steaks: { $score }
       *[other] The path is empty, and { $winners } win together, with { $score ->
            [one] 1 steak
           *[other] { $score } steaks
        } each
    }

option-first_seat = First to move
    .about = The seat that begins; without a choice it is drawn
option-components = Sheet of components
    .about = Cards and chips to play with in place of the usual ones
