# Kinapa

component-animal = eläin { $number }
component-shelter = suoja { $number }
component-object = esine { $low }-{ $high }
component-emperor = keisari
component-fox = kettu
component-sheep = lammas

## Kortit kädessä: kenen ne ovat, mistä kortti tulee ja mihin se menee

hand-player = { $owner }
    .from = pelaajalta { $owner }
    .to = pelaajalle { $owner }
    .at = pelaajalla { $owner }
    .object = käden ({ $owner })
hand-bot = BOT-käsi
    .from = BOT-kädestä
    .to = BOT-kädelle
    .at = BOT-kädessä
    .object = BOT-käden
hand-bot-of = BOT-käsi ({ $owner })
    .from = BOT-kädestä ({ $owner })
    .to = BOT-kädelle ({ $owner })
    .at = BOT-kädessä ({ $owner })
    .object = BOT-käden ({ $owner })

phase-announce = Keisari kysyy
phase-answer = Käsi ylös tai alas
phase-take = Kortin otto kädestä
phase-hand_over = Kortin luovutus
phase-expose = Valehtelijan valinta
phase-give = Kortti vastineeksi
phase-reveal = Esineen kääntäminen
phase-lay = Parin asettaminen
phase-crown = Seuraavan keisarin valinta
phase-take_up = BOT-käden ottajan valinta

## Siirrot ja mitä niissä kysytään

move-announce = Kysy ”Kinapa a …?”
    .number = Kysyttävä numero
    .bot_raised = Nostetaanko BOT-käsi
move-answer = Nosta käsi (”ei ole”) tai pidä se alhaalla (”ehkä on”)
    .raised = Nostetaanko käsi
    .bot_raised = Nostetaanko BOT-käsi
move-take = Ota kortti { FORM($place, form: "from") }
    .place = Käsi, josta otetaan
move-hand_over = Luovuta kortti: { $card }
    .card = Luovutettava kortti
move-choose_liar = Valitse, kuka antaa kortin ja saa rangaistuksen: { $place }
    .place = Valehtelija
move-give = Anna kortti vastineeksi
    .card = Annettava kortti
move-reveal = Käännä esine
    .object = Esineen paikka piirissä
move-lay =
    { $number_n ->
        [1] Aseta pari, numero { $number }
       *[other] Aseta pari: { $number }
    }
    .number = Parin numero
move-crown = Valitse seuraava keisari: { $place }
    .place = Seuraava keisari
move-take_up_bot = Nimeä BOT-käden ottaja: { $seat }
    .seat = Ottaja

## Mitä tapahtuu

event-announced =
    { $bot_raised ->
        [none] { $seat } kysyy: ”Kinapa a { $number }?”
        [yes] { $seat } kysyy: ”Kinapa a { $number }?” ja nostaa BOT-käden
       *[no] { $seat } kysyy: ”Kinapa a { $number }?” ja pitää BOT-käden alhaalla
    }
event-answered = { $seat } on vastannut
event-answers =
    { $answers_yes_n ->
        [0] Yhtään kättä ei nosteta
       *[other] Käsi ylhäällä: { $answers_yes }
    }{ $answers_no_n ->
        [0] { "" }
       *[other] ; käsi alhaalla: { $answers_no }
    }{ $shown_pair ->
        [none] { "" }
       *[other] ; keisari näyttää parin, numero { $shown_pair }
    }
event-looked = { $seat } katsoi, mitä on { FORM($place, form: "at") }
    .private = { $seat } katsoi, mitä on { FORM($place, form: "at") }: { $own_cards }
event-exposed = Kaksi kättä valehteli: { $places }
event-caught = Valhe! Kortti on { FORM($place, form: "at") }
event-took =
    { $card ->
        [none] { $seat } otti kortin { FORM($place, form: "from") }
       *[other] { $seat } otti kortin { FORM($place, form: "from") }: { $card }
    }
    .private = { $seat } otti kortin { FORM($place, form: "from") }: { $own_card }
event-handed_over =
    { $card ->
        [none] Keisari saa kortin { FORM($place, form: "from") }: kysytty { $number }
       *[other] Keisari saa kortin { FORM($place, form: "from") }: { $card }
    }
    .private = Keisari saa kortin { FORM($place, form: "from") }: { $own_card }
event-gave =
    { $card ->
        [none] { $seat } antoi kortin vastineeksi { FORM($place, form: "to") }
       *[other] { $seat } antoi kortin vastineeksi { FORM($place, form: "to") }: { $card }
    }
    .private = { $seat } antoi kortin vastineeksi { FORM($place, form: "to") }: { $own_card }
event-punished =
    { $freed ->
        [none] Molemmat ketut menevät { FORM($place, form: "to") }
       *[other] Molemmat ketut siirtyvät { FORM($freed, form: "from") } { FORM($place, form: "to") }
    }{ $face_up_n ->
        [0] { "" }
       *[other] ; nyt näkyvissä: { $face_up }
    }
event-revealed = { $seat } käänsi piirin paikan { $object }: { $numbers }
event-turned_back = Piirin paikka { $object } käännettiin takaisin
event-laid = { $seat } asetti parin, numero { $number }, piirin paikalle { $object }
event-switched =
    { $emptied ->
        [yes] { $seat } sai yhden käden tyhjäksi ja ottaa toisen
       *[no] { $seat } vaihtaa toiseen käteensä
    }
    .private =
    { $emptied ->
        [yes] { $seat } sai yhden käden tyhjäksi ja ottaa toisen: { $own_cards }
       *[no] { $seat } vaihtaa toiseen käteensä: { $own_cards }
    }
event-bot_chosen = Seuraava keisari on { $place }: jonkun on otettava se
event-took_up = { $seat } ottaa { FORM($place, form: "object") } ja jättää entisen kätensä tilalle
    .private = { $seat } ottaa { FORM($place, form: "object") } ja jättää entisen kätensä tilalle; kortit: { $own_cards }
event-fox_removed =
    { $foxes ->
        [0] Viimeinen kettu lähtee { FORM($place, form: "from") }: kortit ovat taas piilossa
       *[other] Kettu lähtee { FORM($place, form: "from") }
    }
event-crowned =
    { $sheep ->
        [yes] Uusi keisari on { $seat }, joka saa lampaan
       *[no] Uusi keisari on { $seat }
    }{ $returned_n ->
        [0] { "" }
       *[other] ; lammas palaa keskelle: { $returned }
    }
event-round_began = Kierros { $round } alkaa; keisari: { $emperor }

## Loppu

result-all_laid = { $winners } on asettanut kaikki parinsa ja voittaa
result-stalled =
    { $winners_n ->
        [1] Pareja ei ole asetettu pitkään aikaan: eniten pareja ({ $score }) on asettanut voittaja { $winners }
       *[other] Pareja ei ole asetettu pitkään aikaan: voittajat ovat { $winners }, pareja { $score }
    }

option-bot = BOT-käsi
    .about = Neljästä seitsemään pelaajaa: mukana on yksi käsi lisää, jota kukaan ei pidä
option-two_player_goal = Kaksinpelin tavoite
    .about = Kaksi pelaajaa: voittoon on tyhjennettävä molemmat kädet tai yksi
option-stall_rounds = Kierrokset ilman paria
    .about = Näin monta kierrosta peräkkäin ilman asetettua paria päättää ottelun; 0: ei koskaan
