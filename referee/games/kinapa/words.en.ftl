# Kinapa

component-animal = animal { $number }
component-shelter = shelter { $number }
component-object = object { $low }-{ $high }
component-emperor = Emperor
component-fox = Fox
component-sheep = Sheep

## Hands of cards

hand-player = { $owner }
hand-bot = the BOT hand
hand-bot-of = the BOT hand of { $owner }

phase-announce = The Emperor announces
phase-answer = Raise the hand or not
phase-take = Draw a card from a hand
phase-hand_over = Hand the card over
phase-expose = Choose the liar
phase-give = Give a card in return
phase-reveal = Turn over an object
phase-lay = Lay a pair
phase-crown = Choose the next Emperor
phase-take_up = Choose who takes up the BOT hand

## Moves and what they ask for

move-announce = Ask “Kinapa a …?”
    .number = Number to ask for
    .bot_raised = Whether the BOT hand is raised
move-answer = Raise the hand (“I do not have it”) or keep it down (“perhaps”)
    .raised = Whether the hand is raised
    .bot_raised = Whether the BOT hand is raised
move-take = Draw a card from { $place }
    .place = Hand to draw from
move-hand_over = Hand over { $card }
    .card = Card to hand over
move-choose_liar = Choose who gives the card and is punished: { $place }
    .place = Liar
move-give = Give a card in return
    .card = Card to give
move-reveal = Turn over an object
    .object = Its place in the circle
move-lay =
    { $number_n ->
        [1] Lay the pair of { $number }s
       *[other] Lay a pair: { $number }
    }
    .number = Number of the pair
move-crown = Choose the next Emperor: { $place }
    .place = Next Emperor
move-take_up_bot = Name who takes up the BOT hand: { $seat }
    .seat = Who takes it up

## What happens

event-announced =
    { $bot_raised ->
        [none] { $seat } asks: “Kinapa a { $number }?”
        [yes] { $seat } asks: “Kinapa a { $number }?” and raises the BOT hand
       *[no] { $seat } asks: “Kinapa a { $number }?” and keeps the BOT hand down
    }
event-answered = { $seat } has answered
event-answers =
    { $answers_yes_n ->
        [0] Nobody’s hand is raised
       *[other] Raised: { $answers_yes }
    }{ $answers_no_n ->
        [0] { "" }
       *[other] ; kept down: { $answers_no }
    }{ $shown_pair ->
        [none] { "" }
       *[other] ; the Emperor shows the pair of { $shown_pair }s
    }
event-looked = { $seat } looked into { $place }
    .private = { $seat } looked into { $place } and saw: { $own_cards }
event-exposed = Two hands have lied: { $places }
event-caught = Liar! The card is with { $place }
event-took =
    { $card ->
        [none] { $seat } drew a card from { $place }
       *[other] { $seat } drew a card from { $place }: { $card }
    }
    .private = { $seat } drew a card from { $place }: { $own_card }
event-handed_over =
    { $card ->
        [none] The Emperor gets a card from { $place }: the { $number } asked for
       *[other] The Emperor gets a card from { $place }: { $card }
    }
    .private = The Emperor gets a card from { $place }: { $own_card }
event-gave =
    { $card ->
        [none] { $seat } gave { $place } a card in return
       *[other] { $seat } gave { $place } a card in return: { $card }
    }
    .private = { $seat } gave { $place } a card in return: { $own_card }
event-punished =
    { $freed ->
        [none] Both Foxes go to { $place }
       *[other] Both Foxes go from { $freed } to { $place }
    }{ $face_up_n ->
        [0] { "" }
       *[other] ; face up now: { $face_up }
    }
event-revealed = { $seat } turned over place { $object } of the circle: { $numbers }
event-turned_back = Place { $object } of the circle was turned face down again
event-laid = { $seat } laid the pair of { $number }s at place { $object } of the circle
event-switched =
    { $emptied ->
        [yes] { $seat } has emptied a hand and takes up the other
       *[no] { $seat } changes to the other hand
    }
    .private =
    { $emptied ->
        [yes] { $seat } has emptied a hand and takes up the other: { $own_cards }
       *[no] { $seat } changes to the other hand: { $own_cards }
    }
event-bot_chosen = The next Emperor is { $place }: somebody has to take it up
event-took_up = { $seat } takes up { $place } and leaves the former hand in its stead
    .private = { $seat } takes up { $place } and leaves the former hand in its stead; the cards: { $own_cards }
event-fox_removed =
    { $foxes ->
        [0] The last Fox leaves { $place }: the cards are hidden again
       *[other] A Fox leaves { $place }
    }
event-crowned =
    { $sheep ->
        [yes] { $seat } becomes Emperor and takes a Sheep
       *[no] { $seat } becomes Emperor
    }{ $returned_n ->
        [0] { "" }
       *[other] ; the Sheep of { $returned } go back
    }
event-round_began = Round { $round } begins; Emperor: { $emperor }

## The end

result-all_laid = { $winners } has laid every pair and wins
result-stalled =
    { $winners_n ->
        [1] No pair was laid for too long: { $winners } wins with the most pairs, { $score }
       *[other] No pair was laid for too long: { $winners } win together, pairs laid: { $score }
    }

option-bot = BOT hand
    .about = Four to seven players: play with one more hand, which nobody holds
option-two_player_goal = Goal for two
    .about = Two players: what has to be emptied to win, both hands or one
option-stall_rounds = Rounds without a pair
    .about = So many rounds in a row without a pair laid end the match; 0 for never
