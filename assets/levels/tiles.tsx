<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="tiles" tilewidth="16" tileheight="16" tilecount="144" columns="16">
 <image source="../textures/tiles.png" width="256" height="144"/>
 <tile id="13">
  <properties>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="14">
  <properties>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="21">
  <properties>
   <property name="low" type="bool" value="true"/>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="22">
  <properties>
   <property name="low" type="bool" value="true"/>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="23">
  <properties>
   <property name="low" type="bool" value="true"/>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="24">
  <properties>
   <property name="low" type="bool" value="true"/>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="25">
  <properties>
   <property name="low" type="bool" value="true"/>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="37">
  <properties>
   <property name="low" type="bool" value="true"/>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="38">
  <properties>
   <property name="low" type="bool" value="true"/>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="39">
  <properties>
   <property name="low" type="bool" value="true"/>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="40">
  <properties>
   <property name="low" type="bool" value="true"/>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="41">
  <properties>
   <property name="low" type="bool" value="true"/>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="42">
  <properties>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="43">
  <properties>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="44">
  <properties>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="45">
  <properties>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="46">
  <properties>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="47">
  <properties>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="53">
  <properties>
   <property name="low" type="bool" value="true"/>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="54">
  <properties>
   <property name="low" type="bool" value="true"/>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="55">
  <properties>
   <property name="low" type="bool" value="true"/>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="56">
  <properties>
   <property name="low" type="bool" value="true"/>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="57">
  <properties>
   <property name="low" type="bool" value="true"/>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="58">
  <properties>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="59">
  <properties>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="60">
  <properties>
   <property name="low" type="bool" value="true"/>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="61">
  <properties>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="62">
  <properties>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="64">
  <properties>
   <property name="low" type="bool" value="true"/>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="65">
  <properties>
   <property name="low" type="bool" value="true"/>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="66">
  <properties>
   <property name="low" type="bool" value="true"/>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="67">
  <properties>
   <property name="low" type="bool" value="true"/>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="68">
  <properties>
   <property name="low" type="bool" value="true"/>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="69">
  <properties>
   <property name="low" type="bool" value="true"/>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="70">
  <properties>
   <property name="low" type="bool" value="true"/>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="73">
  <properties>
   <property name="low" type="bool" value="true"/>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="74">
  <properties>
   <property name="low" type="bool" value="true"/>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="75">
  <properties>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="76">
  <properties>
   <property name="low" type="bool" value="true"/>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="77">
  <properties>
   <property name="low" type="bool" value="true"/>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="78">
  <properties>
   <property name="low" type="bool" value="true"/>
   <property name="solid" type="bool" value="true"/>
  </properties>
  <animation>
   <frame tileid="78" duration="200"/>
   <frame tileid="79" duration="200"/>
  </animation>
 </tile>
 <tile id="79">
  <properties>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="100">
  <properties>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="101">
  <properties>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="102">
  <properties>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="107">
  <properties>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="108">
  <properties>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="112">
  <properties>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="113">
  <properties>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="114">
  <properties>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="115">
  <properties>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="116">
  <properties>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="117">
  <properties>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="118">
  <properties>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="119">
  <properties>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="122">
  <properties>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="123">
  <properties>
   <property name="low" type="bool" value="true"/>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="124">
  <properties>
   <property name="low" type="bool" value="true"/>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="125">
  <properties>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="126">
  <properties>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="127">
  <properties>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="129">
  <properties>
   <property name="low" type="bool" value="true"/>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <wangsets>
  <wangset name="ground" type="corner" tile="0">
   <wangcolor name="grass" color="#3c6642" tile="0" probability="1"/>
   <wangcolor name="path" color="#946242" tile="33" probability="1"/>
   <wangcolor name="water" color="#3b728a" tile="38" probability="1"/>
   <wangtile tileid="0" wangid="0,1,0,1,0,1,0,1"/>
   <wangtile tileid="1" wangid="0,1,0,1,0,1,0,1"/>
   <wangtile tileid="2" wangid="0,1,0,1,0,1,0,1"/>
   <wangtile tileid="3" wangid="0,1,0,1,0,1,0,1"/>
   <wangtile tileid="4" wangid="0,1,0,1,0,1,0,1"/>
   <wangtile tileid="5" wangid="0,1,0,1,0,1,0,1"/>
   <wangtile tileid="16" wangid="0,1,0,2,0,1,0,1"/>
   <wangtile tileid="17" wangid="0,1,0,2,0,2,0,1"/>
   <wangtile tileid="18" wangid="0,1,0,1,0,2,0,1"/>
   <wangtile tileid="19" wangid="0,2,0,1,0,2,0,2"/>
   <wangtile tileid="20" wangid="0,2,0,2,0,1,0,2"/>
   <wangtile tileid="32" wangid="0,2,0,2,0,1,0,1"/>
   <wangtile tileid="33" wangid="0,2,0,2,0,2,0,2"/>
   <wangtile tileid="34" wangid="0,1,0,1,0,2,0,2"/>
   <wangtile tileid="35" wangid="0,1,0,2,0,2,0,2"/>
   <wangtile tileid="36" wangid="0,2,0,2,0,2,0,1"/>
   <wangtile tileid="48" wangid="0,2,0,1,0,1,0,1"/>
   <wangtile tileid="49" wangid="0,2,0,1,0,1,0,2"/>
   <wangtile tileid="50" wangid="0,1,0,1,0,1,0,2"/>
   <wangtile tileid="21" wangid="0,1,0,3,0,1,0,1"/>
   <wangtile tileid="22" wangid="0,1,0,3,0,3,0,1"/>
   <wangtile tileid="23" wangid="0,1,0,1,0,3,0,1"/>
   <wangtile tileid="24" wangid="0,3,0,1,0,3,0,3"/>
   <wangtile tileid="25" wangid="0,3,0,3,0,1,0,3"/>
   <wangtile tileid="37" wangid="0,3,0,3,0,1,0,1"/>
   <wangtile tileid="38" wangid="0,3,0,3,0,3,0,3"/>
   <wangtile tileid="39" wangid="0,1,0,1,0,3,0,3"/>
   <wangtile tileid="40" wangid="0,1,0,3,0,3,0,3"/>
   <wangtile tileid="41" wangid="0,3,0,3,0,3,0,1"/>
   <wangtile tileid="53" wangid="0,3,0,1,0,1,0,1"/>
   <wangtile tileid="54" wangid="0,3,0,1,0,1,0,3"/>
   <wangtile tileid="55" wangid="0,1,0,1,0,1,0,3"/>
  </wangset>
 </wangsets>
</tileset>
