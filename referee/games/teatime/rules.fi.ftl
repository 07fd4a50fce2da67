# Kmakici Family's Greatest Teatime -pelin säännöt tunnuksittain; englanniksi ne ovat tiedostossa rules.md.

rule-TEA-1 = Laatikossa on 58 ystäväkorttia ja 21 laattaa. Kortit: Kmakici, Kintaro, Ka-pa ja Sakana, kutakin 7; Usagi kolmessa värissä, kutakin 4; neljän ensimmäisen kuusi paria, kutakin 2; 6 ufoa. Laatat: neljä makeaa, kullakin etupuolella 1, 1, 2 ja 3 pihviä, ja viisi Kmakici-jokeria pihveillä 1, 2, 2, 3 ja 3.
rule-TEA-2 = Neljällä tai viidellä pelaajalla käytetään kaikki laatat. Kolmella 6 laattaa jää laatikkoon: jokaisen makean 2 pihvin laatta ja molemmat 2 pihvin jokerit. Kahdella jää 8: nuo 6, yksi 1 pihvin jokeri ja yksi 3 pihvin.
rule-TEA-3 = Valinta `components` korvaa luettelon toisella: kortit ja laatat määrineen ja se, mikä jää laatikkoon pelaajamäärän mukaan. Siinä on oltava kolme korttia jokaiselle, ystäväkortit, jotka yhdessä näyttävät kaikki viisi lajia ilman ufoa, ja polulle jäävät kaikki neljä makeaa ja yksi 3 pihvin laatta. Kortteja saa olla enintään 200 ja laattoja 60, ja puolet ufoista ja pelaajien määrä yhteensä ei saa ylittää polun laattojen määrää.
rule-TEA-4 = Kahdesta viiteen pelaajaa saa kukin kolme korttia; loput ovat nostopakka. Laatat muodostavat makeapolun satunnaisessa järjestyksessä, paitsi että viimeinen on 3 pihvin laatta. Pihvit näkevät kaikki, taustoja ei kukaan.
rule-TEA-5 = Vuoro alkaa nostopakan kortilla, jonka tuomari nostaa. Käsi voi olla minkä kokoinen tahansa.
rule-TEA-6 = Noston jälkeen pelaaja laittaa kädestään yhden, kaksi tai kolme korttia, yhden kerrallaan, tai passaa. Myös ufot ovat kortteja. Kun yksi on laitettu, saa lopettaa milloin tahansa; vuoro päättyy, kun pelaaja niin sanoo, myös kolmannen jälkeen.
rule-TEA-7 = Ystäväkortin voi laittaa vain, kun mikään sen hahmoista ei näy pöydässä. Pöytä on yhteinen.
rule-TEA-8 = Eriväriset Usagit voivat olla yhtä aikaa, sama väri ei kahdesti. Värejä saa olla miten monta tahansa, ne ovat yksi laji.
rule-TEA-9 = Useamman hahmon kortin voi laittaa vain, kun niistä yksikään ei näy, ja silloin näkyvät kaikki.
rule-TEA-10 = Ufo laitetaan näkyvän ystäväkortin päälle. Sen hahmot eivät enää näy, joten niitä voi laittaa uudelleen. Jos mikään ei näy, ei ole mitä peittää, eikä peitettyä korttia peitetä kahdesti. Ufo voi olla kaikki, mitä vuorolla laitetaan.
rule-TEA-11 = Kun kaikki viisi lajia (Kmakici, Kintaro, Ka-pa, Sakana ja Usagi) näkyvät, ystävät ovat koossa: vuoro päättyy siihen, ja pelaaja ottaa polun ensimmäisen laatan ja kääntää makean puolen esiin.
rule-TEA-12 = Passaava pelaaja, joka ei ole laittanut tällä vuorolla mitään, ottaa polun ensimmäisen laatan sellaisenaan. Sen taustaa ei näe kukaan, ei uusi omistajakaan.
rule-TEA-13 = Sekä koossa oleminen että passaus vievät pöydän poistopakkaan, ja sama pelaaja aloittaa uuden vuoron uudella nostolla.
rule-TEA-14 = Sillä vuorolla ja pelin aivan ensimmäisellä pelaaja ei saa passata, ja ystäväkortti on laitettava.
rule-TEA-15 = Pelaaja, jonka on laitettava ystäväkortti ja jolla on pelkkiä ufoja, passaa tuomarin toimesta: hän ottaa ensimmäisen laatan kuten säännössä TEA-12 ja vielä yhden kortin. Sitten aloittaa vasemmanpuoleinen, jonka on myös laitettava ystäväkortti.
rule-TEA-16 = Muuten päättyvän vuoron, jossa on laitettu ainakin yksi kortti, jälkeen on vasemmanpuoleisen vuoro.
rule-TEA-17 = Tyhjästä nostopakasta nostettaessa poistopakka sekoitetaan ensin uudeksi, pöytää ei; jos poistopakassa ei ole mitään, korttia ei nosteta. Pelaajalla, joka ei voi laittaa mitään ja saa passata, ei ole muuta siirtoa. Se, jonka on laitettava ystäväkortti ja jolla ei ole yhtään korttia, passaa kuten säännössä TEA-15.
rule-TEA-18 = Pelaaja, jolla on neljä eri makeaa, voittaa heti; jokainen Kmakici-jokeri on mikä tahansa puuttuva makea. Tämä käy polun lopun edellä.
rule-TEA-19 = Ottelu päättyy polun viimeiseen laattaan. Vähiten pihvejä voittaa; ne lasketaan kuvista niillä laatoilla, jotka on pidetty pihvipuoli ylöspäin; tasoissa eniten makeiksi käännettyjä laattoja, jokerit mukaan luettuina; sitten vähiten kortteja kädessä; ja yhä tasoissa olevat voittavat yhdessä. Kun ottelu on päättynyt, mitään ei enää nosteta eikä tyhjennetä.
rule-TEA-20 = Kädet ja nostopakka ovat salaisia. Kaikki saavat tietää, montako korttia kädessä on, mitä pöydässä on, polun pihvit ja kunkin pelaajan laatat sellaisina kuin ne ovat.
